/** What every agent is told before the task: where it is and what counts. */
const PREFACE = `You are working on a software repository in /testbed. Carry out the refactoring that is described below.

- Change the files in /testbed; what the folder holds when you end is your result. You need not commit.
- The behaviour that the tests check must stay as it is. Update tests and documentation where the refactoring asks for it.
- There is no network. The project's dependencies are installed; run its tests as its documentation says.
- Nobody can answer questions. Decide yourself, and end when the work is complete.
`;

/** The prompt of the direct mode. */
export function directPrompt(task: string): string {
  return `${PREFACE}\n${task.trimEnd()}\n`;
}
