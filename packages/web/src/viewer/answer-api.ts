import { findHits, MOST_HITS } from '../shared/find-hits.ts';
import type { RunEntry, SearchHit } from '../shared/view-types.ts';
import type { RunStore, StoredRun } from './run-store.ts';

/** Answers a request for data; undefined if the path names none. */
export async function answerApi(store: RunStore, url: URL): Promise<unknown> {
  const [api, runs, run, part, key, ...rest] = url.pathname
    .split('/')
    .slice(1)
    .map(decodeURIComponent);
  if (api !== 'api' || runs !== 'runs' || rest.length > 0) return undefined;
  if (run === undefined) return (await store.list()).map(entryOf);
  if (part === undefined) return await store.view(run);
  if (part === 'attempts' && key !== undefined) return await store.attempt(run, key);
  if (part === 'search' && key === undefined) {
    return await search(store, run, url.searchParams.get('q') ?? '');
  }
  return undefined;
}

function entryOf(stored: StoredRun): RunEntry {
  if (stored.kind === 'problem') {
    const { run, problem } = stored;
    const unknown = {
      state: 'interrupted',
      createdAt: '',
      done: 0,
      planned: 0,
      usd: null,
    } as const;
    return { run, problem, agents: [], ...unknown };
  }
  const { run, state, createdAt, done, planned, agents, attempts } = stored.view;
  const costs = attempts.flatMap(({ usd }) => usd ?? []);
  return {
    run,
    state,
    createdAt,
    done,
    planned,
    problem: null,
    agents: agents.map(({ name }) => name),
    usd: costs.length === 0 ? null : costs.reduce((sum, usd) => sum + usd, 0),
  };
}

async function search(store: RunStore, run: string, text: string): Promise<readonly SearchHit[]> {
  const { attempts } = await store.view(run);
  const hits: SearchHit[] = [];
  for (const { key } of attempts) {
    if (hits.length >= MOST_HITS) break;
    hits.push(...findHits(await store.attempt(run, key), text));
  }
  return hits.slice(0, MOST_HITS);
}
