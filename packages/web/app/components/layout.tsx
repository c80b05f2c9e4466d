import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { DataSource } from '../data/data-source.ts';
import { SCORE_LINK, SUBMIT_LINK } from '../lib/docs.ts';
import { linkTo, type Route } from '../lib/route.ts';

type Theme = 'system' | 'light' | 'dark';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

interface FrameProps {
  /** Where the name of the project leads. */
  readonly home: string;
  /** A narrow screen shows the short text, if there is one. */
  readonly links: readonly (readonly [text: string, address: string, short?: string])[];
  readonly main: RefObject<HTMLElement | null>;
  readonly children: ComponentChildren;
}

/** The frame of every page: header with navigation, and the main part. */
export function Frame({ home, links, main, children }: FrameProps): VNode {
  const [theme, setTheme] = useState<Theme>('system');
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
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
        <a class="brand" href={home}>
          RefBench
        </a>
        <nav aria-label="Pages">
          {links.map(([text, address, short]) => (
            <a key={address} href={address}>
              {short === undefined ? (
                text
              ) : (
                <>
                  <span class="on-wide">{text}</span>
                  <span class="on-narrow">{short}</span>
                </>
              )}
            </a>
          ))}
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

interface Props {
  readonly source: DataSource;
  readonly route: Route;
  readonly main: RefObject<HTMLElement | null>;
  readonly children: ComponentChildren;
}

/** The frame of report and viewer. */
export function Layout({ source, route, main, children }: Props): VNode {
  const run = route.path[1] ?? source.only;
  const ofRun: FrameProps['links'] =
    run === undefined
      ? []
      : [
          [run, linkTo(['run', run])],
          ['Search', linkTo(['run', run, 'search'])],
        ];
  return (
    <Frame
      home={linkTo(source.only === undefined ? [] : ['run', source.only])}
      links={[
        ...(source.board === undefined ? [] : [['Leaderboard', source.board] as const]),
        ...(source.runs === undefined ? [] : [['Runs', linkTo([])] as const]),
        ...ofRun,
        SCORE_LINK,
        ...(source.board === undefined ? [] : [SUBMIT_LINK]),
      ]}
      main={main}
    >
      {children}
    </Frame>
  );
}
