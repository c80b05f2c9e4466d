import type { ComponentChildren, VNode } from 'preact';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly numeric?: boolean;
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
  readonly onSort?: ((sorting: Sorting) => void) | undefined;
}

/** A table whose columns can be sorted. On a narrow screen it scrolls within itself. */
export function Table<Row>(props: Props<Row>): VNode {
  const { caption, columns, keyOf, sorting } = props;
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
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
              {columns.map(({ id, numeric, cell }, index) =>
                index === 0 ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} class={numeric === true ? 'number' : undefined}>
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
  );
}

function Head<Row>({
  column,
  sorting,
  onSort,
}: Props<Row> & { readonly column: Column<Row> }): VNode {
  const isSorted = sorting?.column === column.id;
  const descending = isSorted && sorting.descending;
  const className = column.numeric === true ? 'number' : undefined;
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
        <span aria-hidden="true">{isSorted ? (descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
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
