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
    { id: 'side', minor: true, label: 'Side', cell: ({ side }) => side },
    {
      id: 'result',
      label: 'Result',
      cell: ({ satisfied }) =>
        satisfied ? <Badge tone="good" text="satisfied" /> : <Badge tone="bad" text="open" />,
    },
    {
      id: 'matches',
      minor: true,
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

/** How many places are shown at once. */
const AT_ONCE = 4;

function Places({ rule, attempt }: Props & { readonly rule: RuleRow }): VNode {
  const { places, placeCount } = rule;
  const rest = places.slice(AT_ONCE);
  const changed = new Set(attempt.diff.flatMap(({ path, oldPath }) => [path, oldPath ?? path]));
  const placeOf = (place: RuleRow['places'][number], index: number): VNode => (
    <PlaceOf key={index} place={place} attempt={attempt} isChanged={changed.has(place.file)} />
  );
  return (
    <>
      {places.slice(0, AT_ONCE).map(placeOf)}
      {rest.length === 0 ? null : (
        <details>
          <summary>
            {places.length < placeCount
              ? `${rest.length} of ${placeCount - AT_ONCE} more places`
              : `${rest.length} more`}
          </summary>
          {rest.map(placeOf)}
        </details>
      )}
    </>
  );
}

function PlaceOf(props: {
  readonly place: RuleRow['places'][number];
  readonly attempt: AttemptView;
  readonly isChanged: boolean;
}): VNode {
  const { place, attempt, isChanged } = props;
  const { file, line, effect } = place;
  const text = `${file}:${line}`;
  const target = attemptLink(attempt.run, attempt.key, {
    part: 'changes',
    file,
    line: String(line),
    side: effect === 'removed' ? 'old' : 'new',
  });
  return (
    <span class="place">
      {isChanged ? <a href={target}>{text}</a> : text} <span class="quiet-text">{effect}</span>
    </span>
  );
}
