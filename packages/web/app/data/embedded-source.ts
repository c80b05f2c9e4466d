import type { AttemptView, RunView } from '@refbench/evidence';
import { findHits, MOST_HITS } from '../../src/shared/find-hits.ts';
import type { SearchHit } from '../../src/shared/view-types.ts';
import type { DataSource } from './data-source.ts';

/** Data within the page itself: each attempt is compressed on its own, and read when it is shown. */
export function embeddedSource(run: RunView, board: string | undefined): DataSource {
  const attempt = async (_run: string, key: string): Promise<AttemptView> => {
    const element = document.getElementById(`attempt:${key}`);
    if (element === null) throw new Error(`This report does not contain the attempt ${key}.`);
    return JSON.parse(await inflate(element.textContent ?? '')) as AttemptView;
  };
  return {
    runs: undefined,
    only: run.run,
    board,
    run: () => Promise.resolve(run),
    attempt,
    search: async (name, text) => {
      const hits: SearchHit[] = [];
      for (const { key } of run.attempts) {
        if (hits.length >= MOST_HITS) break;
        hits.push(...findHits(await attempt(name, key), text));
      }
      return hits.slice(0, MOST_HITS);
    },
    watch: () => () => undefined,
  };
}

/** Decodes base64 and gzip. */
async function inflate(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return await new Response(stream).text();
}
