import { type ComponentProps, isValidElement, type ReactNode } from 'react';
import { type Components, defaultRehypePlugins, defaultRemarkPlugins, Streamdown } from 'streamdown';
import { BlockedImage } from './blocked-image.tsx';
import { CodeBlock } from './code-block.tsx';
import { htmlAsText } from './html-as-text.ts';
import './markdown.css';
import { SafeLink } from './safe-link.tsx';

// Plain elements, styled by markdown.css. Headings begin below those of the page.
const COMPONENTS: Components = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  hr: 'hr',
  strong: 'strong',
  blockquote: 'blockquote',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  sup: 'sup',
  sub: 'sub',
  section: 'section',
  inlineCode: ({ children }) => <code>{children}</code>,
  code: ({ children, className }) => <CodeBlock code={textOf(children)} fence={fenceOf(className)} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className="markdown-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  a: ({ href, children }) => <SafeLink href={typeof href === 'string' ? href : undefined}>{children as ReactNode}</SafeLink>,
  img: ({ src, alt }) => (
    <BlockedImage src={typeof src === 'string' ? src : undefined} alt={typeof alt === 'string' ? alt : undefined} />
  ),
};

type Plugins = NonNullable<ComponentProps<typeof Streamdown>['remarkPlugins']>;

const REMARK: Plugins = [...Object.values(defaultRemarkPlugins), htmlAsText];
// Without `raw` no element can come from a message's own markup; what is left is sanitised all the same.
const REHYPE: Plugins = [defaultRehypePlugins.sanitize as Plugins[number]];

/** Markdown of a message, complete or still coming. */
export function MarkdownBody({ text, streaming = false }: { text: string; streaming?: boolean }) {
  return (
    <Streamdown
      mode={streaming ? 'streaming' : 'static'}
      parseIncompleteMarkdown={streaming}
      className="markdown"
      dir="auto"
      components={COMPONENTS}
      remarkPlugins={REMARK}
      rehypePlugins={REHYPE}
      linkSafety={{ enabled: false }}
    >
      {text}
    </Streamdown>
  );
}

function fenceOf(className: string | undefined): string {
  return className?.match(/language-(\S+)/)?.[1] ?? '';
}

function textOf(children: ReactNode): string {
  if (typeof children === 'string') return children.replace(/\n$/, '');
  if (Array.isArray(children)) return children.map(textOf).join('');
  if (isValidElement<{ children?: ReactNode }>(children)) return textOf(children.props.children);
  return '';
}
