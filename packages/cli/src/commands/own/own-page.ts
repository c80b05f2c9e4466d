import type { OwnCandidateView, OwnInstanceDetails, OwnSetView } from '@refbench/datasets';
import { countOf } from '@refbench/base';
import { escapeHtml, plainPageHead } from '@refbench/web';
import { costsText } from './own-costs.ts';
import { endText } from './own-text.ts';
import { OWN_STYLE } from './own-style.ts';

/** Seconds after which a page of a running command loads itself again. */
const REFRESH_SECONDS = 5;
/** A page of all commits would be slow. */
const MAX_LEFT_OUT = 500;

/**
 * Renders the state of a set as one HTML file without scripts. While the command runs, the page reloads
 * itself.
 * @param details of the admitted instances, by id
 */
export function ownPage(
  view: OwnSetView,
  details: ReadonlyMap<string, OwnInstanceDetails>,
): string {
  const { candidates } = view;
  const of = (stage: OwnCandidateView['stage']): readonly OwnCandidateView[] =>
    candidates.filter((candidate) => candidate.stage === stage);
  const [admitted, working, dropped, waiting] = [
    of('admitted'),
    of('working'),
    of('dropped'),
    of('waiting'),
  ];
  const title = `Refactorings of ${view.name.replace(/^own\//, '')}`;
  return [
    ...plainPageHead({
      title,
      style: OWN_STYLE,
      refresh: view.end === undefined ? REFRESH_SECONDS : undefined,
    }),
    '<main>',
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="lead">${admitted.length} of ${countOf(view.want, 'instance')} admitted. Of the other candidates, ${dropped.length} dropped out and ${waiting.length} are waiting. RefBench read ${countOf(view.read, 'commit')}.</p>`,
    `<p>${escapeHtml(endText(view))}</p>`,
    costsParagraph([...details.values()]),
    section('Worked on now', working.map(workingText)),
    section(
      'Instances',
      admitted.map((candidate) => admittedText(candidate, details.get(candidate.id ?? ''))),
    ),
    section('Dropped out', dropped.map(droppedText)),
    section('Waiting', waiting.map(waitingText)),
    leftOutText(view),
    '</main></body></html>',
    '',
  ].join('\n');
}

function costsParagraph(instances: readonly OwnInstanceDetails[]): string {
  const text = costsText(instances);
  return text === '' ? '' : `<p>${escapeHtml(text)}</p>`;
}

/** The commits that were looked at, of which most are no refactorings. */
function leftOutText({ rejected }: OwnSetView): string {
  const rows = rejected
    .slice(0, MAX_LEFT_OUT)
    .map(
      ({ commit, title, reason }) =>
        `<li><code>${escapeHtml(commit.slice(0, 10))}</code> ${escapeHtml(title)}: ${escapeHtml(reason)}</li>`,
    );
  return rows.length === 0
    ? ''
    : folded(`${rejected.length} commits that are no candidates`, `<ul>${rows.join('')}</ul>`);
}

function section(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<section><h2>${title}</h2>\n<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul></section>`;
}

function head({ title, kind, commits, date, language }: OwnCandidateView): string {
  const what = {
    commit: 'commit',
    merge: 'merged branch',
    range: `${commits.length} commits joined to one`,
  }[kind];
  const ids = commits.map((commit) => `<code>${escapeHtml(commit)}</code>`).join(' ');
  return `<h3>${escapeHtml(title)}</h3><p class="facts">${what}, ${date}, ${escapeHtml(language)} ${ids}</p>`;
}

function workingText(candidate: OwnCandidateView): string {
  const steps = measuredText(
    candidate.steps.map(({ step, note }) => ({ name: step, notes: note })),
  );
  return `${head(candidate)}${steps}<p>Now: ${escapeHtml(candidate.message ?? '')}</p>`;
}

function droppedText(candidate: OwnCandidateView): string {
  const { loss } = candidate;
  if (loss === undefined) return head(candidate);
  const advice =
    loss.advice === undefined
      ? ''
      : `<p><strong>What would save it:</strong> ${escapeHtml(loss.advice)}</p>`;
  return `${head(candidate)}<p><strong>Lost at ${loss.step}:</strong> ${escapeHtml(loss.reason)}</p>${advice}`;
}

function waitingText(candidate: OwnCandidateView): string {
  return `${head(candidate)}<p class="facts">${escapeHtml(candidate.evidence.join('; '))}</p>`;
}

/** Names with what was measured. */
function measuredText(rows: readonly { readonly name: string; readonly notes: string }[]): string {
  const items = rows.map(
    ({ name, notes }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(notes)}</dd>`,
  );
  return items.length === 0 ? '' : `<dl>${items.join('')}</dl>`;
}

function admittedText(candidate: OwnCandidateView, details?: OwnInstanceDetails): string {
  const made = `made in ${candidate.minutes.toFixed(1)} minutes`;
  if (details === undefined) return `${head(candidate)}<p class="facts">${made}</p>`;
  const { suiteSeconds } = details;
  const suite =
    suiteSeconds === undefined ? '' : `, one run of the suite takes ${suiteSeconds.toFixed(1)} s`;
  const rules = details.rules.map(
    ({ id, side, message, places, first }) =>
      `<li><code>${escapeHtml(id)}</code> (${side}) ${escapeHtml(message)} <span class="facts">${places} places, first <code>${escapeHtml(first)}</code></span></li>`,
  );
  return [
    head(candidate),
    `<p class="facts"><code>${escapeHtml(details.id)}</code>, ${escapeHtml(details.category)}, ${made}${suite}</p>`,
    `<p>${escapeHtml(candidate.evidence.join('; '))}</p>`,
    measuredText(details.gates.map(({ name, notes }) => ({ name, notes: notes.join('; ') }))),
    folded('Task, instructed', `<pre>${escapeHtml(details.instructed)}</pre>`),
    folded('Task, open', `<pre>${escapeHtml(details.open)}</pre>`),
    folded(`${rules.length} rules`, `<ul>${rules.join('')}</ul>`),
    folded(
      details.isCut ? 'The change (its beginning)' : 'The change',
      `<pre>${escapeHtml(details.diff)}</pre>`,
    ),
  ].join('\n');
}

function folded(summary: string, content: string): string {
  return `<details><summary>${escapeHtml(summary)}</summary>${content}</details>`;
}
