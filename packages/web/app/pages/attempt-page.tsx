import type { AttemptView } from '@refbench/evidence';
import type { VNode } from 'preact';
import type { PageProps } from '../lib/page-props.ts';
import { AttemptOverview } from '../components/attempt-overview.tsx';
import { Await } from '../components/await.tsx';
import { Diff } from '../components/diff.tsx';
import { LogView } from '../components/log-view.tsx';
import { RuleTable } from '../components/rule-table.tsx';
import { TestsView } from '../components/tests-view.tsx';
import { SpendingChart, Trajectory } from '../components/trajectory.tsx';
import type { LineTarget } from '../lib/line-target.ts';
import { attemptLink, linkTo, type Route } from '../lib/route.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { PageTitle } from '../components/page-title.tsx';

const PARTS = ['overview', 'rules', 'changes', 'tests', 'steps', 'logs'] as const;
type Part = (typeof PARTS)[number];

const NOT_KEPT =
  'This copy of the run has the scores only. The file that would be shown here was not kept.';

interface Props extends PageProps {
  readonly run: string;
  readonly attemptKey: string;
}

/** One attempt with all of its evidence. */
export function AttemptPage({ source, route, version, run, attemptKey }: Props): VNode {
  const loaded = useLoaded(
    () => source.attempt(run, attemptKey),
    [source, run, attemptKey, version],
  );
  return (
    <Await of={loaded} failureTitle="This attempt cannot be shown">
      {(attempt) => {
        const part = PARTS.find((name) => name === route.query['part']) ?? 'overview';
        return (
          <>
            <p class="quiet-text">
              <a href={linkTo(['run', run])}>{run}</a>
              <Neighbours source={source} run={run} attemptKey={attemptKey} version={version} />
            </p>
            <PageTitle text={`${attempt.agent} on ${attempt.instance}`} />
            <nav class="parts" aria-label="Parts of the attempt">
              {PARTS.map((name) => (
                <a
                  key={name}
                  href={attemptLink(run, attemptKey, { part: name })}
                  aria-current={name === part ? 'page' : undefined}
                >
                  {name}
                  {countOf(attempt, name)}
                </a>
              ))}
            </nav>
            <PartView attempt={attempt} part={part} route={route} />
          </>
        );
      }}
    </Await>
  );
}

/** Links to the attempts before and after this one, in the order of the run. */
function Neighbours(props: Pick<Props, 'source' | 'run' | 'attemptKey' | 'version'>): VNode | null {
  const { source, run, attemptKey, version } = props;
  const loaded = useLoaded(() => source.run(run), [source, run, version]);
  if (loaded.kind !== 'ready') return null;
  const keys = loaded.value.attempts.map(({ key }) => key);
  const at = keys.indexOf(attemptKey);
  return (
    <>
      {(
        [
          ['previous attempt', keys[at - 1]],
          ['next attempt', at < 0 ? undefined : keys[at + 1]],
        ] as const
      ).map(([text, key]) =>
        key === undefined ? null : (
          <>
            {' · '}
            <a href={attemptLink(run, key)}>{text}</a>
          </>
        ),
      )}
    </>
  );
}

function countOf({ rules, diff, steps, notKept }: AttemptView, part: Part): string {
  const satisfied = rules.filter((rule) => rule.satisfied).length;
  const counts: Partial<Record<Part, string>> = {
    ...(notKept.includes('rules') ? {} : { rules: `${satisfied}/${rules.length}` }),
    ...(notKept.includes('patch') ? {} : { changes: String(diff.length) }),
    steps: String(steps.length),
  };
  return counts[part] === undefined ? '' : ` ${counts[part]}`;
}

function PartView(props: {
  readonly attempt: AttemptView;
  readonly part: Part;
  readonly route: Route;
}): VNode {
  const { attempt, part, route } = props;
  switch (part) {
    case 'overview':
      return <AttemptOverview attempt={attempt} />;
    case 'rules':
      return attempt.notKept.includes('rules') ? (
        <p>{NOT_KEPT}</p>
      ) : (
        <RuleTable attempt={attempt} />
      );
    case 'changes':
      return attempt.notKept.includes('patch') ? (
        <p>{NOT_KEPT}</p>
      ) : (
        <Diff files={attempt.diff} rules={attempt.rules} target={targetOf(route)} />
      );
    case 'tests':
      return <TestsView tests={attempt.tests} />;
    case 'steps':
      return (
        <>
          <SpendingChart points={attempt.spending} />
          <Trajectory steps={attempt.steps} target={numberOf(route.query['step'])} />
        </>
      );
    case 'logs':
      return <LogView logs={attempt.logs} />;
  }
}

function targetOf({ query }: Route): LineTarget | undefined {
  const line = numberOf(query['line']);
  const { file } = query;
  if (file === undefined || line === undefined) return undefined;
  return { file, line, side: query['side'] === 'old' ? 'old' : 'new' };
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
