import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PageProps } from '../lib/page-props.ts';
import { Await } from '../components/await.tsx';
import { counted, plainText } from '../lib/format.ts';
import { attemptLink, setQuery } from '../lib/route.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { PageTitle } from '../components/page-title.tsx';

/** Full-text search over the steps of all agents. */
export function SearchPage({ source, route, run }: PageProps & { readonly run: string }): VNode {
  const asked = route.query['q'] ?? '';
  const [text, setText] = useState(asked);
  const loaded = useLoaded(
    () => (asked === '' ? Promise.resolve([]) : source.search(run, asked)),
    [source, run, asked],
  );
  return (
    <>
      <PageTitle text={`Search the steps of ${run}`} />
      <form
        role="search"
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery(route, { q: text });
        }}
      >
        <div class="field">
          <label for="search-text">text</label>
          <input
            id="search-text"
            type="search"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <button type="submit">Search</button>
      </form>
      <Await of={loaded}>
        {(hits) => (
          <>
            <p role="status">
              {asked === '' ? '' : `“${asked}” was found in ${counted(hits.length, 'step')}`}
            </p>
            <ol class="hits">
              {hits.map(({ key, step, excerpt }) => (
                <li key={`${key}-${step}`}>
                  <a href={attemptLink(run, key, { part: 'steps', step: String(step) })}>
                    {key}, step {step}
                  </a>
                  <br />
                  <code>{plainText(excerpt)}</code>
                </li>
              ))}
            </ol>
          </>
        )}
      </Await>
    </>
  );
}
