import type { Command } from 'commander';
import { RefbenchError, trackSchema, type Track } from '@refbench/contracts';
import {
  checkTask,
  describeReview,
  readTaskFindings,
  readTaskReview,
  readTaskText,
  recordTaskReview,
  reviewTask,
  summarizeChange,
  type ChangeSummary,
  type ReviewedText,
  type TaskReviewEntry,
} from '@refbench/tasks';
import { lineReader } from '../terminal/line-reader.ts';
import { addOpenLimitOption } from '../options/open-limit-option.ts';
import { authorOf } from '../options/rule-author.ts';
import { openTaskSubject, type TaskSubject } from '../options/task-subject.ts';
import { terminalLines } from '../terminal/terminal-text.ts';
import {
  addWorkspaceOptions,
  collectList,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly accept?: readonly string[];
  readonly by?: string;
  readonly notes: string;
  readonly date?: string;
  readonly openLimit: number;
  readonly json: boolean;
}

export function addTaskReviewCommand(task: Command): void {
  const command = task
    .command('review <instance>')
    .description('show the texts beside what golden does; record that a person accepts them')
    .option('--accept <tracks>', 'accept instructed, open or both without asking', collectList)
    .option('--by <name>', 'name of the reviewer (default: user.name of git)')
    .option('--notes <text>', 'what was compared or found, for the texts of --accept', '')
    .option('--date <day>', 'day of the review as YYYY-MM-DD (default: today, UTC)')
    .option('--json', 'print JSON on standard output, without asking', false);
  addOpenLimitOption(command);
  addWorkspaceOptions(command).action(async (id: string, options: Options) => {
    const tracks = tracksOf(options.accept ?? []);
    await using subject = await openTaskSubject(id, options);
    const { dir } = subject.entry;
    if (tracks.length > 0) await acceptTracks(dir, tracks, await entryOf(options));
    const shown = await readReviewed(subject, options.openLimit);
    if (options.json) {
      process.stdout.write(`${JSON.stringify(reviewJson(shown))}\n`);
      return;
    }
    if (tracks.length === 0) process.stdout.write(`${terminalLines(describeReview(shown))}\n`);
    const asked = tracks.length === 0 && process.stdin.isTTY ? await ask(dir, options) : [];
    const states = await readTaskReview(dir);
    const open = trackSchema.options.filter((track) => states[track].kind !== 'reviewed');
    process.stderr.write(`${tracks.length + asked.length} accepted, ${open.length} open\n`);
  });
}

async function ask(dir: string, options: Options): Promise<readonly Track[]> {
  const { by, at } = await entryOf(options);
  using input = lineReader();
  // Awaited here, because the input is closed when this function ends.
  return await reviewTask({
    states: await readTaskReview(dir),
    ask: input.ask,
    show: (text) => void process.stdout.write(`${terminalLines(text)}\n`),
    accept: (track, notes) => recordTaskReview(dir, track, { by, at, notes }),
  });
}

interface Shown {
  readonly instance: string;
  readonly golden: string;
  readonly change: ChangeSummary;
  readonly texts: Readonly<Record<Track, ReviewedText>>;
}

async function readReviewed(subject: TaskSubject, openLimit: number): Promise<Shown> {
  const { dir, instance } = subject.entry;
  const states = await readTaskReview(dir);
  const problems = await checkTask(dir, { leaksIn: subject.leaksIn, openLimit });
  const reviewed = async (track: Track): Promise<ReviewedText> => ({
    text: await readTaskText(dir, track),
    state: states[track],
    findings: problems.filter((one) => one.track === track).map(({ problem }) => problem),
    model: track === 'open' ? await readTaskFindings(dir, instance.golden) : undefined,
  });
  return {
    instance: instance.id,
    golden: instance.golden,
    change: summarizeChange(subject.message, subject.patch),
    texts: {
      instructed: await reviewed('instructed'),
      open: await reviewed('open'),
    },
  };
}

function reviewJson({ texts, ...rest }: Shown): object {
  const text = (track: Track): object => ({ ...texts[track], text: texts[track].text ?? null });
  return { ...rest, texts: { instructed: text('instructed'), open: text('open') } };
}

function tracksOf(names: readonly string[]): readonly Track[] {
  const unknown = names.find((name) => !trackSchema.safeParse(name).success);
  if (unknown !== undefined) {
    throw usage(`there is no track "${unknown}"`, 'use --accept instructed,open');
  }
  return trackSchema.options.filter((track) => names.includes(track));
}

/** Records nothing if one of the texts does not exist. */
async function acceptTracks(
  dir: string,
  tracks: readonly Track[],
  entry: TaskReviewEntry,
): Promise<void> {
  const states = await readTaskReview(dir);
  const missing = tracks.find((track) => states[track].kind === 'missing-text');
  if (missing !== undefined) {
    throw usage(
      `task.${missing}.md does not exist in ${dir}`,
      'write it with `refbench task write`',
    );
  }
  for (const track of tracks) await recordTaskReview(dir, track, entry);
}

/** A review is the word of a person. The opinion of a model is no review. */
async function entryOf(options: Options): Promise<TaskReviewEntry> {
  const author = await authorOf(options);
  if (author.kind !== 'person') {
    throw usage('a task text is reviewed by a person', 'give the name of a person with --by');
  }
  const at = options.date ?? new Date().toISOString().slice(0, 10);
  return { by: author.name, at, notes: options.notes };
}

function usage(message: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'usage', message, hint });
}
