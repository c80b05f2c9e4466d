import type { AttackRelease } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { PageTitle } from '../components/page-title.tsx';
import { Table, type Column } from '../components/table.tsx';
import { DOCS } from '../lib/docs.ts';
import { counted, plainText } from '../lib/format.ts';
import { words } from '../lib/words.ts';

type Line = Record<'attacks' | 'paid' | 'published' | 'marked' | 'unpaid', number> & {
  readonly name: string;
};
type Row = AttackRelease['rows'][number];

/** What patches that try to earn a score without the work earned, by release. */
export function AttacksPage({ releases }: { readonly releases: readonly AttackRelease[] }): VNode {
  return (
    <>
      <PageTitle text="Attacks" />
      <p>
        Before a release, the maintainer of this board grades a{' '}
        <a href={DOCS.attacks}>corpus of attacks</a>: patches that try to earn a score without the
        work. An attack is paid if it gets a rank and a strict alignment above 0.
      </p>
      {releases.length === 0 ? <p class="quiet-text">No measurement was recorded yet.</p> : null}
      {releases.map((release) => (
        <Release key={release.release} release={release} />
      ))}
      {releases.length === 0 ? null : (
        <p class="quiet-text">
          Published figure only: the alignment of the paper is above 0, the strict one is 0. Marked:
          a finding took the rank away. Unpaid: no alignment is above 0.
        </p>
      )}
    </>
  );
}

function Release({ release: { release, date, rows, paid } }: { release: AttackRelease }): VNode {
  const classes = linesOf(rows, ({ class: name }) => words(name));
  const languages = linesOf(rows, ({ language }) => language ?? 'unknown');
  const [all] = linesOf(rows, () => 'all');
  return (
    <>
      <h2>{plainText(release)}</h2>
      <p>
        {counted(all?.paid ?? 0, 'attack')} of {all?.attacks ?? 0} paid, on{' '}
        {counted(new Set(rows.map(({ instance }) => instance)).size, 'instance')}, measured on{' '}
        {date}.
      </p>
      {paid.length === 0 ? null : (
        <ul>
          {paid.map(({ id, instance }) => (
            <li key={`${id} ${instance}`}>
              paid: {words(plainText(id))} on {plainText(instance)}
            </li>
          ))}
        </ul>
      )}
      <Table
        caption={`By class, ${release}`}
        rows={all === undefined ? classes : [...classes, all]}
        keyOf={({ name }) => name}
        columns={columnsOf('Class')}
      />
      <Table
        caption={`By language, ${release}`}
        rows={languages}
        keyOf={({ name }) => name}
        columns={columnsOf('Language')}
      />
    </>
  );
}

const NONE = { attacks: 0, paid: 0, published: 0, marked: 0, unpaid: 0 };

/** The counts of each name, in the order of its first row. */
function linesOf(rows: readonly Row[], nameOf: (row: Row) => string): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const name = nameOf(row);
    const { attacks, paid, published, marked, unpaid } = lines.get(name) ?? NONE;
    lines.set(name, {
      name,
      attacks: attacks + row.paid + row.published + row.marked + row.unpaid,
      paid: paid + row.paid,
      published: published + row.published,
      marked: marked + row.marked,
      unpaid: unpaid + row.unpaid,
    });
  }
  return [...lines.values()];
}

function columnsOf(first: string): readonly Column<Line>[] {
  return [
    { id: 'name', label: first, cell: ({ name }) => name },
    { id: 'attacks', label: 'Attacks', numeric: true, cell: ({ attacks }) => attacks },
    { id: 'paid', label: 'Paid', numeric: true, cell: ({ paid }) => paid },
    {
      id: 'published',
      label: 'Published figure only',
      minor: true,
      numeric: true,
      cell: ({ published }) => published,
    },
    { id: 'marked', label: 'Marked', minor: true, numeric: true, cell: ({ marked }) => marked },
    { id: 'unpaid', label: 'Unpaid', numeric: true, cell: ({ unpaid }) => unpaid },
  ];
}
