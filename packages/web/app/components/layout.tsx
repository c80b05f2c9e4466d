import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DataSource } from '../data/data-source.ts';
import { linkTo, type Route } from '../route.ts';

type Theme = 'system' | 'light' | 'dark';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

interface Props {
  readonly source: DataSource;
  readonly route: Route;
  readonly main: RefObject<HTMLElement | null>;
  readonly children: ComponentChildren;
}

/** The frame of every page: header with navigation, and the main part. */
export function Layout({ source, route, main, children }: Props): VNode {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  const run = route.path[1] ?? source.only;
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          // The address holds the place in the application, so the link must not change it.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href={linkTo(source.only === undefined ? [] : ['run', source.only])}>
          RefBench
        </a>
        <nav aria-label="Pages">
          {source.runs === undefined ? null : <a href={linkTo([])}>Runs</a>}
          {run === undefined ? null : <a href={linkTo(['run', run])}>{run}</a>}
          {run === undefined ? null : <a href={linkTo(['run', run, 'search'])}>Search</a>}
        </nav>
        <button type="button" class="quiet" onClick={() => setTheme(NEXT[theme])}>
          Theme: {theme}
        </button>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
