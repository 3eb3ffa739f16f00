import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Table.module.css';

export type Column<Row> = {
  key: string;
  /** Text of the head; read before the value on narrow screens. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** At the end of the cell, for numbers. */
  end?: boolean;
  /** Not repeated before the value on narrow screens (the name of a row needs no word). */
  noLabel?: boolean;
};

type Props<Row> = {
  /** Accessible name. */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  onRowClick?: (row: Row) => void;
  isSelected?: (row: Row) => boolean;
  /** Without the margin of the page at both sides. */
  tight?: boolean;
};

/** A plain table, for up to a few hundred rows. Below 768 px each row becomes a few lines. */
export function Table<Row>({ name, columns, rows, rowKey, onRowClick, isSelected, tight = false }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas can be focused
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark of the page
    <div className={styles.wrap} role="region" aria-label={name} tabIndex={0}>
      <table className={cx(styles.table, styles.stack, tight && styles.tight)}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cx(column.end && styles.end)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={cx(isSelected?.(row) && styles.selected)}
              onClick={onRowClick && (() => onRowClick(row))}
            >
              {columns.map((column) => (
                <td key={column.key} data-label={column.noLabel ? '' : column.head} className={cx(column.end && styles.end)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
