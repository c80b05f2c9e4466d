const FOLDER = 'https://github.com/refbench/refbench/blob/main/docs';

/** Pages of the documentation that readers of a board need. */
export const DOCS = {
  attacks: `${FOLDER}/attacks.md`,
  limitations: `${FOLDER}/limitations.md`,
  submissions: `${FOLDER}/submissions.md`,
} as const;

/** Links of the header: text, address, and text on a narrow screen. */
export const SCORE_LINK = ['What a score means', DOCS.limitations, 'Scores'] as const;
export const SUBMIT_LINK = ['How to submit', DOCS.submissions, 'Submit'] as const;
