/** Enough of the licence's text for it to be recognized. */
export const MIT_LICENCE =
  'MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in the Software without restriction. The above copyright notice and this permission notice shall be included in all copies.\nTHE SOFTWARE IS PROVIDED "AS IS".\n';
