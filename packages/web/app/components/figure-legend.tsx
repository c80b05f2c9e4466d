import type { VNode } from 'preact';
import { DOCS } from '../lib/docs.ts';

/** Says below a table of agents what its figures are. @param isGrouped whether it has letters of groups */
export function FigureLegend({ isGrouped }: { readonly isGrouped: boolean }): VNode {
  return (
    <div class="quiet-text">
      <p>
        Percentages, except the number of instances n.{' '}
        {isGrouped ? 'Agents with a common letter cannot be told apart by their alignment. ' : ''}
        <a href={DOCS.limitations}>What a score means, and what it does not</a>
      </p>
      <details>
        <summary>What the columns say</summary>
        <dl>
          <ScoreTerms />
          <dt>instructed, open</dt>
          <dd>the task text says what to change, or only which part of the code could be better</dd>
          <dt>direct, plan, multiplan</dt>
          <dd>
            the agent starts at once, writes a plan first, or writes several plans of which one is
            chosen
          </dd>
        </dl>
      </details>
    </div>
  );
}

/** Says below the figures of attempts what they are. */
export function AttemptLegend(): VNode {
  return (
    <div class="quiet-text">
      <details>
        <summary>What the figures say</summary>
        <dl>
          <ScoreTerms />
          <dt>strict</dt>
          <dd>the same figure without what a patch can gain by tricks</dd>
        </dl>
        <p>
          Percentages. <a href={DOCS.limitations}>What a score means, and what it does not</a>
        </p>
      </details>
    </div>
  );
}

function ScoreTerms(): VNode {
  return (
    <>
      <dt>Pass</dt>
      <dd>the tests of the project still pass</dd>
      <dt>IFR</dt>
      <dd>
        instruction following rate: the share of the rules that the patch follows. Additive rules
        describe what the human refactoring introduced, reductive rules what it removed.
      </dd>
      <dt>A</dt>
      <dd>alignment: IFR if the tests pass, otherwise 0; a mean is shown with its 95 % interval</dd>
      <dt>Precision</dt>
      <dd>the share of the changed lines that the rules cover</dd>
    </>
  );
}
