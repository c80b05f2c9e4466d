/** Modules that Python no longer has; an older one does. */
export const REMOVED_MODULES: string =
  'imp|distutils|asyncore|asynchat|smtpd|cgi|cgitb|pipes|crypt|telnetlib|lib2to3|xdrlib|nntplib|audioop|imghdr|sndhdr|uu|formatter|parser|symbol|binhex';

/** Modules that older releases of Python do not have. */
export const LATER_MODULES: string = 'tomllib|zoneinfo|graphlib|annotationlib';
