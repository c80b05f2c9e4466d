import type { AttemptView } from '@refbench/evidence';
import type { VNode } from 'preact';
import { counted, percent, plainText } from '../lib/format.ts';
import { figureName, words } from '../lib/words.ts';
import { Badge, PassBadge } from './badge.tsx';
import { AttemptLegend } from './figure-legend.tsx';
import { Fold } from './fold.tsx';

/** What came out of an attempt, and why. */
export function AttemptOverview({ attempt }: { readonly attempt: AttemptView }): VNode {
  const { score, behaviour } = attempt;
  return (
    <>
      <dl class="figures">
        <Figure name="Outcome">{words(attempt.outcome ?? 'unknown')}</Figure>
        <Figure name="Tests">
          <>
            <PassBadge pass={score?.pass ?? null} untested={score?.no_tests !== undefined} />
            {score === null || score.tests.total === 0
              ? null
              : ` ${score.tests.passed} of ${score.tests.total}`}
          </>
        </Figure>
        <Figure name="IFR">{percent(score?.ifr.total)}</Figure>
        <Figure name="IFR, additive rules">{percent(score?.ifr.additive)}</Figure>
        <Figure name="IFR, reductive rules">{percent(score?.ifr.reductive)}</Figure>
        <Figure name="Alignment">{percent(score?.alignment.total)}</Figure>
        <Figure name="Alignment, strict">{percent(score?.alignment_strict.total)}</Figure>
        <Figure name="Precision">{percent(score?.precision.total)}</Figure>
      </dl>
      <AttemptLegend />
      {score?.provisional === undefined ? null : (
        <p>
          <Badge tone="warn" text="first look" /> Scored with{' '}
          {score.provisional.source === 'published'
            ? 'the published baseline of the instance'
            : 'the first runs on this host'}{' '}
          ({score.provisional.machine}), and so not ranked.
        </p>
      )}
      {[...attempt.outcomeDetails, ...attempt.warnings].map((text) => (
        <p key={text}>{plainText(text)}</p>
      ))}
      {Object.entries(score?.reasons ?? {}).map(([field, reason]) => (
        <p key={field} class="quiet-text">
          {figureName(field)}: {plainText(reason)}
        </p>
      ))}
      <TaskText attempt={attempt} />
      <h2>Integrity</h2>
      {attempt.findings.length === 0 ? (
        <p>The checks ({score?.integrity.controls ?? 'none'}) found nothing.</p>
      ) : (
        <ul>
          {attempt.findings.map(({ kind, severity, detail }) => (
            <li key={kind + detail}>
              <Badge tone={severity === 'note' ? 'plain' : 'warn'} text={severity} /> {words(kind)}:{' '}
              {plainText(detail)}
            </li>
          ))}
        </ul>
      )}
      {behaviour === null ? null : <BehaviourView behaviour={behaviour} />}
      {attempt.plans.map(({ text, chosen }, index) => (
        <Fold
          key={index}
          summary={`Plan ${index + 1}${chosen ? ', carried out' : ''}`}
          open={chosen}
        >
          {() => <pre class="wrap">{plainText(text)}</pre>}
        </Fold>
      ))}
      {attempt.judgeReason === null ? null : (
        <Fold summary="The judge’s reason" open>
          {() => <pre class="wrap">{plainText(attempt.judgeReason ?? '')}</pre>}
        </Fold>
      )}
    </>
  );
}

function TaskText({ attempt }: { readonly attempt: AttemptView }): VNode | null {
  const { task, notKept } = attempt;
  if (task === '') {
    return notKept.includes('task') ? (
      <p class="quiet-text">This copy of the run does not contain the task text.</p>
    ) : null;
  }
  return (
    <Fold summary="Task" open>
      {() => <pre class="wrap output">{plainText(task)}</pre>}
    </Fold>
  );
}

function Figure(props: { readonly name: string; readonly children: VNode | string }): VNode {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function BehaviourView(props: {
  readonly behaviour: NonNullable<AttemptView['behaviour']>;
}): VNode {
  const { behaviour } = props;
  const activities = Object.entries(behaviour.activities).filter(([, calls]) => calls > 0);
  return (
    <>
      <h2>What the agent did</h2>
      <p>
        {behaviour.steps} steps with {behaviour.toolCalls} tool calls, {behaviour.failedCalls} of
        which failed. It read {counted(behaviour.filesRead, 'file')} and edited{' '}
        {behaviour.filesEdited} with an editing tool.{' '}
        {behaviour.firstEditStep === null
          ? 'No step is known to change files.'
          : `It first changed files in step ${behaviour.firstEditStep}.`}
      </p>
      {activities.length === 0 ? null : (
        <p>
          Calls by activity:{' '}
          {activities.map(([name, calls]) => `${words(name)} ${calls}`).join(', ')}.
        </p>
      )}
      <ul>
        {behaviour.failureModes.map(({ mode, evidence }) => (
          <li key={mode}>
            <Badge tone="warn" text={words(mode)} /> {plainText(evidence)}
          </li>
        ))}
      </ul>
    </>
  );
}
