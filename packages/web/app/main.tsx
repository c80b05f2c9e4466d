import type { RunView } from '@refbench/evidence';
import type { BoardView } from '@refbench/leaderboard';
import { render, type VNode } from 'preact';
import { App } from './app.tsx';
import { BoardApp } from './board/board-app.tsx';
import { embeddedSource } from './data/embedded-source.ts';
import { httpSource } from './data/http-source.ts';

const root = document.getElementById('app');
if (root !== null) render(application(), root);

/** The data in the page decides what it is: a leaderboard, a report, or the viewer without any. */
function application(): VNode {
  const board = dataOf('board-view');
  if (board !== undefined) return <BoardApp board={board as BoardView} />;
  const run = dataOf('run-view');
  if (run === undefined) return <App source={httpSource()} />;
  const address = dataOf('board-address') as string | undefined;
  return <App source={embeddedSource(run as RunView, address)} />;
}

function dataOf(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text === undefined || text === null ? undefined : JSON.parse(text);
}
