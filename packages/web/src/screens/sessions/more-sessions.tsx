import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';

/** The end of what is loaded: asks for more when it comes into view, or when it is pressed. */
export function MoreSessions({ more, fetching }: { more: () => void; fetching: boolean }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current === null || fetching) return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && more(), { rootMargin: '400px' });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [more, fetching]);
  return (
    <div ref={end} className="flex justify-center p-3">
      <Button label={fetching ? 'Loading more…' : 'Show more'} onClick={more} disabled={fetching} />
    </div>
  );
}
