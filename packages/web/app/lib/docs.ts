const FOLDER = 'https://github.com/refbench/refbench/blob/main/docs';

/** Pages of the documentation that readers of a board need. */
export const DOCS = {
  limitations: `${FOLDER}/limitations.md`,
  submissions: `${FOLDER}/submissions.md`,
} as const;
