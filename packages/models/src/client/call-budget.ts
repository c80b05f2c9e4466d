import { RefbenchError } from '@refbench/contracts';
import type { Paid } from './ask-until-fits.ts';
import { AnswerMisfit } from './structured.ts';

/** The budget is spent. It is an error of usage, so that a command ends unless it handles it. */
export class BudgetSpent extends RefbenchError {
  constructor(limitUsd: number) {
    super({
      kind: 'usage',
      message: `the budget of $${limitUsd} is spent; all answers so far are kept`,
      hint: 'run the same command with a larger --budget to continue',
    });
  }
}

/**
 * A budget for questions that are asked one after the other. Answers that do not fit count, too. The
 * last call may exceed the limit; `SpendingLimit` prevents that by reserving the worst case.
 */
export class CallBudget {
  private readonly limitUsd: number;
  private spent = 0;

  constructor(limitUsd: number) {
    this.limitUsd = limitUsd;
  }

  get spentUsd(): number {
    return this.spent;
  }

  /** @throws BudgetSpent before the call; otherwise as the call */
  async pay<T>(call: () => Promise<Paid<T>>): Promise<Paid<T>> {
    if (this.spent >= this.limitUsd) throw new BudgetSpent(this.limitUsd);
    try {
      const answer = await call();
      this.spent += answer.usd;
      return answer;
    } catch (error) {
      if (error instanceof AnswerMisfit) this.spent += error.usd;
      throw error;
    }
  }
}
