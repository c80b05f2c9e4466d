import type { AttemptView, RunView } from '@refbench/evidence';
import type { RunEntry, SearchHit } from '../../src/shared/view-types.ts';
import type { DataSource } from './data-source.ts';

/** Data of the local viewer. */
export function httpSource(): DataSource {
  return {
    runs: () => get<readonly RunEntry[]>('/api/runs'),
    only: undefined,
    board: undefined,
    run: (run) => get<RunView>(`/api/runs/${encodeURIComponent(run)}`),
    attempt: (run, key) =>
      get<AttemptView>(`/api/runs/${encodeURIComponent(run)}/attempts/${encodeURIComponent(key)}`),
    search: (run, text) =>
      get<readonly SearchHit[]>(
        `/api/runs/${encodeURIComponent(run)}/search?q=${encodeURIComponent(text)}`,
      ),
    watch: (onChange) => {
      const events = new EventSource('/api/events');
      events.addEventListener('message', onChange);
      return () => events.close();
    },
  };
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error((await response.text()) || `HTTP ${response.status}`);
  return (await response.json()) as T;
}
