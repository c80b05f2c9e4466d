import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Layout } from './components/layout.tsx';
import type { DataSource } from './data/data-source.ts';
import { AttemptPage } from './pages/attempt-page.tsx';
import { ComparePage } from './pages/compare-page.tsx';
import { RunPage } from './pages/run-page.tsx';
import { RunsPage } from './pages/runs-page.tsx';
import { SearchPage } from './pages/search-page.tsx';
import type { PageProps } from './lib/page-props.ts';
import { useRoute } from './lib/route.ts';
import { useFocusOnNewPage } from './lib/use-focus-on-new-page.ts';

export function App({ source }: { readonly source: DataSource }): VNode {
  const route = useRoute();
  const [version, setVersion] = useState(0);
  useEffect(() => source.watch(() => setVersion((value) => value + 1)), [source]);
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main, route);
  return (
    <Layout source={source} route={route} main={main}>
      <Page source={source} route={route} version={version} />
    </Layout>
  );
}

function Page(props: PageProps): VNode {
  const { source, route } = props;
  const [kind, run = source.only, part, key = ''] = route.path;
  if (run === undefined || (kind !== 'run' && source.only === undefined)) {
    return <RunsPage {...props} />;
  }
  if (part === 'attempt') return <AttemptPage {...props} run={run} attemptKey={key} />;
  if (part === 'compare') return <ComparePage {...props} run={run} />;
  if (part === 'search') return <SearchPage {...props} run={run} />;
  return <RunPage {...props} run={run} />;
}
