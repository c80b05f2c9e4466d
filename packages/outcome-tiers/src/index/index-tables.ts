import { quantileOfSorted, mean } from '@refbench/scoring';
import { percent, type Table } from '@refbench/reports';
import type { Labels } from '../label/labels-file.ts';
import { TIERS } from '../label/tier.ts';
import type { BuiltIndex } from './build-index.ts';
import type { IndexEntry } from './index-entry.ts';

/** Renders the contents of an index by tier, and the number of omitted commits and keys. */
export function indexTables({ entries, counts, dropped }: BuiltIndex, labels?: Labels): Table[] {
  const tiers = [...new Set([...(labels?.values() ?? []), ...entries.map(({ tier }) => tier)])];
  const ordered = [...TIERS, ...tiers.filter((tier) => tier !== null).sort()];
  const named = [...new Set<string>(ordered)].filter((tier) => tiers.includes(tier));
  const rows = named.map((tier) => {
    const labelled = [...(labels?.values() ?? [])].filter((label) => label === tier).length;
    return tierRow(
      tier,
      entries.filter((entry) => entry.tier === tier),
      labelled,
    );
  });
  return [
    {
      id: 'index',
      title: 'Tickets with a commit, by tier',
      head: ['tier', 'tickets', 'of the labelled, per cent', 'files, median', 'files, mean'],
      rows: [...rows, tierRow('all', entries, labels?.size ?? 0)],
      notes: [],
    },
    {
      id: 'steps',
      title: 'From commits to tickets',
      head: ['step', 'number'],
      rows: [
        ['references', String(counts.refs)],
        ['commits', String(counts.commits)],
        ['commits whose message mentions the project', String(counts.mentioning)],
        ['commits with a key in the searched place', String(counts.keyed)],
        ['... minus: no key has a label', String(dropped.unlabelled)],
        ['... minus: another commit was selected for each key', String(dropped.other_commit_taken)],
        ['different keys', String(counts.keys)],
        ['... minus: the commit has no parent', String(dropped.root)],
        ['... minus: the commit is a merge', String(dropped.merge)],
        ['... minus: no source file changed', String(dropped.no_source)],
        ['tickets in the index', String(counts.entries)],
      ],
      notes: [],
    },
  ];
}

function tierRow(tier: string, entries: readonly IndexEntry[], labelled: number): string[] {
  const files = entries.map((entry) => entry.files.length).sort((left, right) => left - right);
  const has = files.length > 0;
  return [
    tier,
    String(entries.length),
    labelled === 0 ? '-' : percent(entries.length / labelled),
    has ? String(quantileOfSorted(files, 0.5)) : '-',
    has ? mean(files).toFixed(1) : '-',
  ];
}
