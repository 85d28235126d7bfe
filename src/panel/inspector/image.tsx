import { useEffect, useRef, useState } from 'preact/hooks';
import { remoteHost } from '../host/session.js';
import type { ControlProps, ValueProps } from './drawing.js';

/** Other hosts serve images only to pages whose origin they allow. */
const referrerPolicy = 'origin';

/** Shows an image of the host and reloads it while it is visible; the old one stays until the new one has loaded. */
export function ImagePreview({
  value,
  label,
  property,
}: Pick<ControlProps & ValueProps, 'value' | 'label' | 'property'>) {
  const intervalMs = Number(property.controller?.intervalMs) || 1000;
  const ref = useRef<HTMLDivElement>(null);
  const [source, setSource] = useState('');
  const path = typeof value === 'string' ? value : '';
  useEffect(() => {
    if (path === '') return setSource('');
    let isSeen = false;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = () => {
      clearTimeout(timer);
      if (isOver || !isSeen || document.hidden) return;
      const url = new URL(remoteHost.peek()!.imageUrl(path));
      url.searchParams.set('t', String(Date.now()));
      const image = new Image();
      image.referrerPolicy = referrerPolicy;
      image.onload = () => {
        if (isOver) return;
        setSource(url.href);
        timer = setTimeout(next, intervalMs);
      };
      image.onerror = () => {
        timer = setTimeout(next, Math.max(intervalMs, 2000));
      };
      image.src = url.href;
    };
    const observer = new IntersectionObserver(([entry]) => {
      isSeen = entry?.isIntersecting ?? false;
      next();
    });
    observer.observe(ref.current!);
    document.addEventListener('visibilitychange', next);
    return () => {
      isOver = true;
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', next);
    };
  }, [path, intervalMs]);
  return (
    <div class="middle image" ref={ref}>
      {source === '' ? (
        <span class="dim">{path === '' ? 'No picture' : 'Loading…'}</span>
      ) : (
        <img src={source} alt={label} referrerPolicy={referrerPolicy} />
      )}
    </div>
  );
}
