import type { RunView } from '@refbench/evidence';
import type { VNode } from 'preact';
import type { PageProps } from '../lib/page-props.ts';
import { AgentTable } from '../components/agent-table.tsx';
import { AttemptTable } from '../components/attempt-table.tsx';
import { Await } from '../components/await.tsx';
import { BehaviourTables } from '../components/behaviour-tables.tsx';
import { Fold } from '../components/fold.tsx';
import { InstanceGrid } from '../components/instance-grid.tsx';
import { LiveList } from '../components/live-list.tsx';
import { Pictures, ResolutionText } from '../components/pictures.tsx';
import { Remarks } from '../components/remarks.tsx';
import { referencesOf } from '../lib/references-last.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { PageTitle } from '../components/page-title.tsx';

/** One run: what came out, first in one table and three sentences, then in detail. */
export function RunPage({
  source,
  route,
  version,
  run,
}: PageProps & { readonly run: string }): VNode {
  const loaded = useLoaded(() => source.run(run), [source, run, version]);
  return (
    <Await of={loaded} failureTitle="This run cannot be shown">
      {(view) => (
        <>
          <PageTitle text={view.run} />
          <p class="headline">{view.headline.join(' ')}</p>
          <LiveList view={view} />
          <Summary view={view} />
          <InstanceGrid view={view} />
          <AttemptTable view={view} route={route} />
          <BehaviourTables rows={view.attempts} />
          <Remarks notes={view.report?.sources.flatMap(({ notes }) => notes) ?? []} />
          <Plan view={view} />
        </>
      )}
    </Await>
  );
}

/** Pictures first, then the table of agents, then what the ranks can tell apart. */
function Summary({ view }: { readonly view: RunView }): VNode | null {
  if (view.summary.length === 0) return null;
  const names = referencesOf(view.agents);
  const rows = view.summary.filter(({ agent }) => !names.has(agent));
  const references = view.summary.filter(({ agent }) => names.has(agent));
  return (
    <>
      <Pictures rows={rows} references={references} parts={view.report?.breakdowns ?? []} />
      <AgentTable rows={rows} references={references} />
      {rows.length === 0 ? null : <ResolutionText resolution={view.resolutions[0]} />}
    </>
  );
}

function Plan({ view }: { readonly view: RunView }): VNode {
  return (
    <Fold summary="Plan">
      {() => (
        <dl>
          <dt>Track and mode</dt>
          <dd>
            {view.track}, {view.mode}
          </dd>
          <dt>Created</dt>
          <dd>
            {view.createdAt} by {view.tool}
          </dd>
          <dt>Budget of an attempt</dt>
          <dd>{view.budgetUsd === null ? 'none' : `$${view.budgetUsd}`}</dd>
          {view.agents.map((agent) => (
            <>
              <dt>{agent.name}</dt>
              <dd>
                version {agent.version}
                {agent.model === null ? '' : `, model ${agent.model}`}
                {agent.reference ? ', reference' : ''}, {agent.digest.slice(0, 19)}
              </dd>
            </>
          ))}
        </dl>
      )}
    </Fold>
  );
}
