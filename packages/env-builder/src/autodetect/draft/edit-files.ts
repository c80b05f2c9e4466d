import type { RecipeDraft } from './recipe-draft.ts';

/** The files of a draft, of which some were changed. */
export interface EditedFiles {
  readonly files: RecipeDraft['files'];
  /** Changes the text of a file. A file that the draft does not have stays absent. */
  readonly edit: (name: string, change: (text: string) => string) => void;
}

/** Copies the files of a draft, so that they can be changed. */
export function editFiles(draft: RecipeDraft): EditedFiles {
  const files = new Map(draft.files);
  return {
    files,
    edit(name, change) {
      const file = files.get(name);
      if (file !== undefined) files.set(name, { ...file, text: change(file.text) });
    },
  };
}
