import { memo, type ReactNode } from "react";
import { classes } from "../classes.ts";
import words from "#chrome/kit/words.module.css";
import css from "./data-table.module.css";
import { useGrowing } from "./use-growing.ts";

export interface DataColumn<T> {
  readonly id: string;
  /** this text also names the value when a narrow screen stacks the cells */
  readonly label: string;
  readonly render: (row: T) => ReactNode;
  /** numbers are aligned at the end */
  readonly end?: boolean;
  /** a column of row actions: its label is not shown */
  readonly buttons?: boolean;
}

/**
 * A table of facts; on a narrow screen each row becomes a small card. For very long lists the first rows are rendered
 * at once and the others soon after.
 */
export function DataTable<T>(props: {
  readonly label: string;
  readonly columns: readonly DataColumn<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
}) {
  const { columns, rows } = props;
  const count = useGrowing(rows.length);
  return (
    <table
      className={css.table}
      aria-label={props.label}
      {...(count < rows.length ? { "aria-rowcount": rows.length + 1, "aria-busy": true } : {})}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={classes(column.end && css.end)}>
              {column.buttons ? <span className={words.hidden}>{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, count).map((row) => {
          const id = props.rowKey(row);
          return <DataRow key={id} id={id} row={row} columns={columns} />;
        })}
      </tbody>
    </table>
  );
}

function PlainRow<T>(props: { readonly id: string; readonly row: T; readonly columns: readonly DataColumn<T>[] }) {
  return (
    <tr data-row={props.id}>
      {props.columns.map((column) => (
        <td
          key={column.id}
          className={classes(column.end && css.end, column.buttons && css.buttons)}
          data-label={column.label}
        >
          <div>{column.render(props.row)}</div>
        </td>
      ))}
    </tr>
  );
}

/** Existing rows are not rendered again when rows are added. */
const DataRow = memo(PlainRow) as typeof PlainRow;
