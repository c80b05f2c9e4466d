import type { BoardView } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { Table } from '../components/table.tsx';
import { plainText } from '../lib/format.ts';

type Submission = BoardView['submissions'][number];

/** Who vouches for each submission, and what of it the board graded itself. */
export function SubmissionTable({ board }: { readonly board: BoardView }): VNode {
  return (
    <>
      <Table
        caption="Submissions"
        captionHidden
        rows={board.submissions}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'id',
            label: 'Submission',
            cell: ({ id }) => <a href={`submissions/${id}.html`}>{id}</a>,
          },
          {
            id: 'signer',
            label: 'Signed by',
            cell: ({ signer }) => plainText(signer ?? 'not recorded'),
          },
          { id: 'graded', label: 'Scores', cell: gradedText },
          {
            id: 'submitter',
            minor: true,
            label: 'Calls itself',
            cell: ({ submitter }) => plainText(submitter),
          },
          { id: 'date', minor: true, label: 'Date', cell: ({ date }) => date },
        ]}
      />
      <p class="quiet-text">
        The key of a submission tells who signed it. Scores are verified where the board graded the
        patches again. Tokens and dollars are reported by the submitter.
      </p>
    </>
  );
}

function gradedText({ graded }: Submission): string {
  if (graded === null) return 'not recorded';
  if (graded.instances === 0) return 'scores not verified';
  if (graded.instances === graded.of) return 'verified';
  return `verified on ${graded.instances} of ${graded.of} instances`;
}
