import type { BoardView } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { Table } from '../components/table.tsx';
import { counted, plainText } from '../lib/format.ts';
import { PageTitle } from '../components/page-title.tsx';

/** Everything that was ever added, removed or scored again, and why. */
export function LedgerPage({ board }: { readonly board: BoardView }): VNode {
  return (
    <>
      <PageTitle text="Ledger" />
      <p>
        Every change of the board, in order. Each line contains the digest of the line before, so
        that none can be changed or taken out later.
      </p>
      {board.head === null ? null : (
        <p>
          The ledger ends after {counted(board.head.lines, 'line')}
          {board.head.digest === null ? null : (
            <>
              {' '}
              with <code>{board.head.digest}</code>
            </>
          )}
          .{' '}
          {board.head.signature === null
            ? 'The board has no key, so its end is not signed.'
            : `Its end is signed with the key ${board.head.signature.public_key}.`}
        </p>
      )}
      <Table
        caption="Changes"
        empty="Nothing was added yet."
        rows={board.ledger.map((row, index) => ({ ...row, number: index + 1 }))}
        keyOf={({ number }) => String(number)}
        columns={[
          { id: 'date', label: 'Date', whole: true, cell: ({ date }) => date },
          { id: 'kind', label: 'Change', cell: ({ kind }) => kind },
          { id: 'why', label: 'Reason', cell: ({ why }) => plainText(why) },
          { id: 'id', minor: true, whole: true, label: 'Submission', cell: ({ id }) => id },
          { id: 'number', minor: true, label: 'Line', cell: ({ number }) => number },
          {
            id: 'previous',
            minor: true,
            label: 'Digest of the line before',
            cell: ({ previous }) => <code>{previous ?? '–'}</code>,
          },
        ]}
      />
    </>
  );
}
