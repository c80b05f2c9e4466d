import type { BoardView } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Frame } from '../components/layout.tsx';
import { linkTo, useRoute } from '../lib/route.ts';
import { useFocusOnNewPage } from '../lib/use-focus-on-new-page.ts';
import { AttacksPage } from './attacks-page.tsx';
import { BoardAgentPage } from './board-agent-page.tsx';
import { BoardInstancePage } from './board-instance-page.tsx';
import { BoardPage } from './board-page.tsx';
import { LedgerPage } from './ledger-page.tsx';
import { SCORE_LINK, SUBMIT_LINK } from '../lib/docs.ts';

/** The leaderboard: the same components, with the data of the board in the page. */
export function BoardApp({ board }: { readonly board: BoardView }): VNode {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main, route);
  const [kind, name = ''] = route.path;
  return (
    <Frame
      home={linkTo([])}
      main={main}
      links={[
        ['Leaderboard', linkTo([])],
        ['Instances', linkTo(['instance'])],
        ['Ledger', linkTo(['ledger'])],
        ...(board.attacks.length === 0 ? [] : [['Attacks', linkTo(['attacks'])] as const]),
        SCORE_LINK,
        SUBMIT_LINK,
      ]}
    >
      {kind === 'agent' ? (
        <BoardAgentPage board={board} label={name} />
      ) : kind === 'instance' ? (
        <BoardInstancePage board={board} id={name} />
      ) : kind === 'ledger' ? (
        <LedgerPage board={board} />
      ) : kind === 'attacks' ? (
        <AttacksPage releases={board.attacks} />
      ) : (
        <BoardPage board={board} route={route} />
      )}
    </Frame>
  );
}
