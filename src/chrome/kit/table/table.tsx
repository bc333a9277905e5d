import {
  Cell as AriaCell,
  type CellProps,
  Column as AriaColumn,
  type ColumnProps,
  Row as AriaRow,
  type RowProps,
  Table as AriaTable,
  TableBody,
  TableHeader,
  type TableProps,
} from "react-aria-components/Table";
import css from "./table.module.css";

export { TableBody, TableHeader };

/** The kit's table: react-aria's accessible table with our styles. */
export const Table = (props: Omit<TableProps, "className">) => <AriaTable {...props} className={css.table ?? ""} />;
export const Column = (props: Omit<ColumnProps, "className">) => <AriaColumn {...props} className={css.column ?? ""} />;
export const Row = <T extends object>(props: Omit<RowProps<T>, "className">) => (
  <AriaRow {...props} className={css.row ?? ""} />
);
export const Cell = (props: Omit<CellProps, "className">) => <AriaCell {...props} className={css.cell ?? ""} />;
