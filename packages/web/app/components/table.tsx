import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../lib/format.ts';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly numeric?: boolean;
  /** Folded away on a narrow screen, until the reader asks for all columns. */
  readonly minor?: boolean;
  /** Never broken over lines: dates and ids. */
  readonly whole?: boolean;
  /** What the column is sorted by. A column without it cannot be sorted. */
  readonly value?: (row: Row) => string | number | null;
  readonly cell: (row: Row) => ComponentChildren;
}

interface Sorting {
  readonly column: string;
  readonly descending: boolean;
}

interface Props<Row> {
  readonly caption: string;
  /** Whether only screen readers get the caption, because a heading above says the same. */
  readonly captionHidden?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sorting?: Sorting | undefined;
  /** Without it, the table keeps its own order until the page is left. */
  readonly onSort?: ((sorting: Sorting) => void) | undefined;
  /** What is said if there are no rows. */
  readonly empty?: string;
}

/**
 * A table whose columns can be sorted. On a narrow screen, minor columns are folded away and a button
 * shows them; then the table scrolls within itself.
 */
export function Table<Row>(given: Props<Row>): VNode {
  const [own, setOwn] = useState<Sorting | undefined>(undefined);
  const [isWide, setWide] = useState(false);
  const props = given.onSort === undefined ? { ...given, sorting: own, onSort: setOwn } : given;
  const { caption, columns, keyOf, sorting, rows, empty = 'There is nothing to show.' } = props;
  if (rows.length === 0) return <p class="quiet-text">{empty}</p>;
  const minor = columns.filter((column) => column.minor === true);
  return (
    <>
      <div
        class={isWide ? 'scroll wide' : 'scroll'}
        role="region"
        aria-label={caption}
        tabIndex={0}
      >
        <table>
          <caption>
            <span class={props.captionHidden === true ? 'hidden' : undefined}>{caption}</span>
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.id} column={column} {...props} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted(props).map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ id, cell, ...column }, index) =>
                  index === 0 ? (
                    <th key={id} scope="row" class={classOf(column)}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={id} class={classOf(column)}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {sorting === undefined ? null : <span class="hidden" aria-live="polite" />}
      </div>
      {minor.length === 0 ? null : (
        <button
          type="button"
          class="quiet unfold"
          aria-expanded={isWide}
          onClick={() => setWide(!isWide)}
        >
          {isWide
            ? 'Show fewer columns'
            : `Show ${counted(minor.length, 'more column')}: ${minor.map(({ label }) => label).join(', ')}`}
        </button>
      )}
    </>
  );
}

function Head<Row>({
  column,
  sorting,
  onSort,
}: Props<Row> & { readonly column: Column<Row> }): VNode {
  const isSorted = sorting?.column === column.id;
  const descending = isSorted && sorting.descending;
  const className = classOf(column);
  if (onSort === undefined || column.value === undefined) {
    return (
      <th scope="col" class={className}>
        {column.label}
      </th>
    );
  }
  const direction = descending ? 'descending' : 'ascending';
  return (
    <th scope="col" class={className} aria-sort={isSorted ? direction : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => onSort({ column: column.id, descending: isSorted && !descending })}
      >
        {column.label}
        <span aria-hidden="true">{isSorted ? (descending ? ' ↓' : ' ↑') : ' ↕'}</span>
      </button>
    </th>
  );
}

type ColumnStyle = Pick<Column<never>, 'numeric' | 'minor' | 'whole'>;

function classOf({ numeric, minor, whole }: ColumnStyle): string | undefined {
  const names = [
    ...(numeric === true ? ['number'] : []),
    ...(minor === true ? ['minor'] : []),
    ...(whole === true ? ['whole'] : []),
  ];
  return names.length === 0 ? undefined : names.join(' ');
}

function sorted<Row>({ rows, columns, sorting }: Props<Row>): readonly Row[] {
  const value = columns.find(({ id }) => id === sorting?.column)?.value;
  if (value === undefined || sorting === undefined) return rows;
  const sign = sorting.descending ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [one, other] = [value(left), value(right)];
    // What is unknown comes last in both directions.
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (one === other) return 0;
    return one < other ? -sign : sign;
  });
}
