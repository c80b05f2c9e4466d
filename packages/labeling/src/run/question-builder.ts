import type { LabelCriterion } from '@refbench/contracts';
import type { Repository } from '@refbench/repos';
import type { LabelTask } from '../input/label-task.ts';
import { codeContext } from '../labellers/code-context.ts';
import { fixedTokens, questionOf, type IssueScale, type Question } from '../labellers/labeller.ts';
import type { ContextLimits } from '../labellers/plan-context.ts';
import type { PromptSet } from '../labellers/prompt-set.ts';
import { TagStore } from '../repo-map/tag-store.ts';
import { BaseCommits } from './base-commits.ts';

/** Options of `QuestionBuilder`. */
export interface QuestionOptions {
  readonly prompts: PromptSet;
  readonly scale: IssueScale;
  readonly inWords: boolean;
  readonly limits: Readonly<Record<LabelCriterion, ContextLimits>>;
  /** Opens a repository that contains the base commit of the task. The caller disposes of it. */
  readonly openBase: (task: LabelTask) => Promise<Repository>;
  /** Cache folder for tags of the repository map. */
  readonly cacheDir: string;
  readonly signal: AbortSignal;
}

/** Builds the questions of a task. Only one task at a time reads code, because parsing is CPU-bound. */
export class QuestionBuilder {
  private readonly options: QuestionOptions;
  private readonly stores = new Map<string, Promise<TagStore>>();
  private readonly bases = new BaseCommits();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(options: QuestionOptions) {
    this.options = options;
  }

  /**
   * Builds one question per criterion.
   * @throws RefbenchError `repository` or `invalid-file` if the task has no valid question
   */
  async questions(
    task: LabelTask,
    criteria: readonly LabelCriterion[],
  ): Promise<readonly Question[]> {
    if (criteria.length === 0) return [];
    const { prompts, scale, inWords } = this.options;
    await using repository = await this.options.openBase(task);
    const work = this.queue.then(async () => {
      const questions: Question[] = [];
      for (const criterion of criteria) {
        const context = await this.context(task, criterion, repository);
        questions.push(questionOf(criterion, task, { prompts, scale, context, inWords }));
      }
      return questions;
    });
    this.queue = work.catch(() => undefined);
    return await work;
  }

  /** Builds the question about the issue, which needs no code. */
  issueQuestion(task: LabelTask): Question {
    const { prompts, scale, inWords } = this.options;
    return questionOf('issue', task, { prompts, scale, context: undefined, inWords });
  }

  private async context(
    task: LabelTask,
    criterion: LabelCriterion,
    repository: Repository,
  ): ReturnType<typeof codeContext> {
    const { prompts, scale, limits, signal } = this.options;
    const fixed = fixedTokens(criterion, task, prompts, scale);
    const { tree, material } = await this.bases.of(task, repository);
    const store = await this.storeOf(task.repository);
    return codeContext(task, fixed, { tree, store, material, limits: limits[criterion], signal });
  }

  private storeOf(repository: string): Promise<TagStore> {
    const known = this.stores.get(repository);
    if (known !== undefined) return known;
    const opened = TagStore.open(this.options.cacheDir, repository);
    this.stores.set(repository, opened);
    return opened;
  }
}
