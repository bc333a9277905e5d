/** The queries of the notifications screen; each follows the changes of other users. */
import { useQuery } from "@tanstack/react-query";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import { valueOf } from "#chrome/value-of.ts";

const NOTIFICATIONS = ["notifications"] as const;
const SMTP_SERVERS = ["smtp-servers"] as const;

export function useNotifications() {
  const { notifications } = useAdministration();
  useFollowed("notifications", NOTIFICATIONS);
  return useQuery({ queryKey: NOTIFICATIONS, queryFn: ({ signal }) => valueOf(notifications.list(signal)) });
}

export function useSmtpServers() {
  const { notifications } = useAdministration();
  useFollowed("smtp-servers", SMTP_SERVERS);
  return useQuery({ queryKey: SMTP_SERVERS, queryFn: ({ signal }) => valueOf(notifications.servers(signal)) });
}
