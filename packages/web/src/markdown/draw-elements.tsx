import { Popover } from '@base-ui/react/popover';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { ExternalLink, ImageOff } from 'lucide-react';
import { type ComponentProps, isValidElement, type ReactNode, useEffect, useRef } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { CopyButton } from '../ui/copy-button.tsx';
import { joined } from '../ui/joined.ts';
import { FLOATING } from '../ui/surface.ts';
import { CodeBlock } from './code-block.tsx';
import { Diagram } from './diagram.tsx';
import { safeUrl } from './safe-url.ts';

// Plain elements, styled by markdown.css. Headings begin below those of the page.
const COMPONENTS = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  pre: ({ children }: ComponentProps<'pre'>) => {
    const code = isValidElement<ComponentProps<'code'>>(children) ? children.props : {};
    const fence = fenceOf(code.className);
    if (code.className?.includes('math-display')) return <Mathematics tex={textOf(code.children)} display />;
    const text = textOf(code.children).replace(/\n$/, '');
    return fence === 'mermaid' ? <Diagram text={text} /> : <CodeBlock code={text} fence={fence} />;
  },
  code: ({ children, className }: ComponentProps<'code'>) =>
    className?.includes('math-inline') ? (
      <Mathematics tex={textOf(children)} display={false} />
    ) : (
      <code dir="ltr">{children}</code>
    ),
  table: ({ children }: ComponentProps<'table'>) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className="markdown-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  a: ({ href, children }: ComponentProps<'a'>) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }: ComponentProps<'img'>) => <BlockedImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
};

/** Elements that were read, as they are drawn. */
export function drawElements(elements: Parameters<typeof toJsxRuntime>[0]): ReactNode {
  return toJsxRuntime(elements, { Fragment, jsx, jsxs, components: COMPONENTS });
}

function fenceOf(className: string | undefined): string {
  return className?.match(/language-(\S+)/)?.[1] ?? '';
}

function textOf(children: ReactNode): string {
  if (typeof children === 'string') return children;
  if (Array.isArray(children)) return children.map(textOf).join('');
  if (isValidElement<{ children?: ReactNode }>(children)) return textOf(children.props.children);
  return '';
}

/** An image in a message: never loaded, since asking for it would tell its host what was said. */
function BlockedImage({ src, alt }: { src?: string | undefined; alt?: string | undefined }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-line bg-sunken px-2 py-0.5 text-ink-soft text-xs">
      <ImageOff className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="truncate">
        Image not loaded: <SafeLink href={src}>{alt || src || 'unnamed'}</SafeLink>
      </span>
    </span>
  );
}

/** Mathematics, set once its renderer is loaded; until then, and when it cannot be read, as it was written. */
function Mathematics({ tex, display }: { tex: string; display: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let current = true;
    import('./set-mathematics.ts').then(
      ({ setMathematics }) => {
        if (current && place.current !== null) setMathematics(tex, display, place.current);
      },
      // Unset it can still be read.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [tex, display]);
  // React never touches what is set into it: another text is another element.
  return (
    <span key={tex} ref={place} className={display ? 'markdown-math' : undefined} dir="ltr">
      {tex}
    </span>
  );
}

/** A link from a message. Where it leads is shown in full before it is opened; other schemes are only text. */
function SafeLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const url = safeUrl(href);
  if (url === null) return <span title={href}>{children}</span>;
  return (
    <Popover.Root>
      <Popover.Trigger
        nativeButton={false}
        render={<a href={url} title={url} rel="noopener noreferrer nofollow" onClick={(event) => event.preventDefault()} />}
        className="text-accent underline decoration-1 underline-offset-2 hover:decoration-2"
      >
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} collisionPadding={8} className="z-50">
          <Popover.Popup className={joined(FLOATING, 'max-w-md p-3 text-sm')}>
            <Popover.Title className="mb-1 font-medium">This link leads to</Popover.Title>
            <p className="break-all font-mono text-ink-soft text-xs">{url}</p>
            <div className="mt-2 flex items-center gap-2">
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="inline-flex min-h-7 items-center gap-1.5 rounded-md bg-accent px-2.5 font-medium text-on-accent text-xs"
              >
                <ExternalLink className="size-3.5" aria-hidden="true" />
                Open in a new tab
              </a>
              <CopyButton text={() => url} label="Copy address" />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
