import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import css from "./data-table.module.css";

export interface DataColumn<T> {
  readonly id: string;
  /** also names the value where a narrow screen stacks the cells */
  readonly label: string;
  readonly render: (row: T) => ReactNode;
  /** numbers stand at the end */
  readonly end?: boolean;
  /** what can be done with the row: its label is not shown */
  readonly buttons?: boolean;
}

/** Rows of facts; on a narrow screen each row becomes a small card. */
export function DataTable<T>(props: {
  readonly label: string;
  readonly columns: readonly DataColumn<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
}) {
  return (
    <table className={css.table} aria-label={props.label}>
      <thead>
        <tr>
          {props.columns.map((column) => (
            <th key={column.id} scope="col" className={classes(column.end && css.end)}>
              {column.buttons ? <span className={css.hidden}>{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={props.rowKey(row)} data-row={props.rowKey(row)}>
            {props.columns.map((column) => (
              <td
                key={column.id}
                className={classes(column.end && css.end, column.buttons && css.buttons)}
                data-label={column.label}
              >
                <div>{column.render(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
