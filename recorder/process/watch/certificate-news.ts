/** What happens to the server's certificate, told in the report. */
import { type Failure, failure } from "#domain/failures/failure.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { CertificateNews } from "#recorder/net/own-certificate.ts";

export function tellOfCertificate(journal: Pick<Journal, "event">, news: CertificateNews): void {
  void journal.event(news.what === "renewed" ? "Certificate Ok" : "Certificate Trouble", failureOf(news));
}

function failureOf(news: CertificateNews): Failure {
  switch (news.what) {
    case "renewed":
      return failure("event/certificate-renewed", { time: news.certificate.untilMs });
    case "unusable":
      return failure("event/certificate-unusable", { reason: news.problem });
    case "early":
      return failure("event/certificate-early", { time: news.certificate.fromMs });
    case "ending":
      return failure("event/certificate-ending", { time: news.certificate.untilMs });
    case "ended":
      return failure("event/certificate-ended", { time: news.certificate.untilMs });
  }
}
