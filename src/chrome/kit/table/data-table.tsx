import { memo, type ReactNode } from "react";
import { classes } from "../classes.ts";
import css from "./data-table.module.css";
import { useGrowing } from "./use-growing.ts";

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

/** Rows of facts; on a narrow screen each row becomes a small card. Of very many the first are there at once, the others soon. */
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
              {column.buttons ? <span className={css.hidden}>{column.label}</span> : column.label}
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

/** Not drawn anew when only others are added. */
const DataRow = memo(PlainRow) as typeof PlainRow;
