/**
 * Links what is in the tree from the folder that holds the build. Tests of projects that are built in a folder of
 * the tree name their files by paths such as `../test/data`. For the body of a function of bash that starts in
 * the tree, while the build is in `$HOME/build`.
 */
export const TREE_BESIDE_BUILD: string = `local entry
for entry in *; do [ -e "$HOME/$entry" ] || ln -s "$PWD/$entry" "$HOME/$entry"; done`;
