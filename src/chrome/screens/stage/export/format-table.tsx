import { useText } from "#chrome/texts/use-text.ts";
import { formatsFor } from "#domain/recordings/export-rules.ts";
import css from "./export.module.css";
import { Cell, Column, Row, Table, TableBody, TableHeader } from "#chrome/kit/table/table.tsx";

/** Which format suits whom: extension, description, and the players that we recommend. */
export function FormatTable({ mobileSafari }: { readonly mobileSafari: boolean }) {
  const say = useText();
  return (
    <section className={css.formats}>
      <h3 className={css.heading}>{say("export.formats")}</h3>
      <Table aria-label={say("export.formats")}>
        <TableHeader>
          <Column isRowHeader>{say("export.column.format")}</Column>
          <Column>{say("export.column.what")}</Column>
          <Column>{say("export.column.players")}</Column>
        </TableHeader>
        <TableBody>
          {formatsFor(true, mobileSafari).map(({ format, extension, players }) => (
            <Row key={format} id={format}>
              <Cell>{extension}</Cell>
              <Cell>{say(`export.format.${format}`)}</Cell>
              <Cell>{players.join(", ")}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}
