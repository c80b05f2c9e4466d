import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { Route } from './route.ts';

/**
 * Moves the focus to the main part when another page opens, so that a screen reader notices it. It
 * reads the first page anyway. The focus moves before the page is painted: a key that is pressed as
 * soon as the page is seen must not act on the link that led there.
 */
export function useFocusOnNewPage(main: RefObject<HTMLElement | null>, route: Route): void {
  const place = route.path.join('/');
  const first = useRef(true);
  useLayoutEffect(() => {
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [place]);
}
