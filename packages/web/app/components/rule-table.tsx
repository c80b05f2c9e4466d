import type { AttemptView, RuleRow } from '@refbench/evidence';
import type { VNode } from 'preact';
import { attemptLink } from '../lib/route.ts';
import { Badge } from './badge.tsx';
import { Table, type Column } from './table.tsx';

interface Props {
  readonly attempt: AttemptView;
}

/** The rules of an instance, and where they match. Each place leads to its line. */
export function RuleTable({ attempt }: Props): VNode {
  const columns: readonly Column<RuleRow>[] = [
    {
      id: 'rule',
      label: 'Rule',
      cell: ({ id, message }) => (
        <>
          <code>{id}</code>
          <br />
          <span class="quiet-text">{message}</span>
        </>
      ),
    },
    { id: 'side', label: 'Side', cell: ({ side }) => side },
    {
      id: 'result',
      label: 'Result',
      cell: ({ satisfied }) =>
        satisfied ? <Badge tone="good" text="satisfied" /> : <Badge tone="bad" text="open" />,
    },
    {
      id: 'matches',
      label: 'Matches',
      cell: ({ before, after }) => (before === null ? String(after) : `${before} → ${after}`),
    },
    { id: 'places', label: 'Places', cell: (rule) => <Places rule={rule} attempt={attempt} /> },
  ];
  return (
    <Table
      caption="Rules"
      columns={columns}
      rows={attempt.rules}
      keyOf={({ id, side }) => side + id}
    />
  );
}

const MOST_PLACES = 4;

function Places({ rule, attempt }: Props & { readonly rule: RuleRow }): VNode {
  const shown = rule.places.slice(0, MOST_PLACES);
  const rest = rule.places.length - shown.length;
  const changed = new Set(attempt.diff.flatMap(({ path, oldPath }) => [path, oldPath ?? path]));
  return (
    <>
      {shown.map(({ file, line, effect }, index) => (
        <span key={index} class="place">
          {changed.has(file) ? (
            <a
              href={attemptLink(attempt.run, attempt.key, {
                part: 'changes',
                file,
                line: String(line),
                side: effect === 'removed' ? 'old' : 'new',
              })}
            >
              {file}:{line}
            </a>
          ) : (
            `${file}:${line}`
          )}{' '}
          <span class="quiet-text">{effect}</span>
        </span>
      ))}
      {rest === 0 ? null : <span class="quiet-text">and {rest} more</span>}
    </>
  );
}
