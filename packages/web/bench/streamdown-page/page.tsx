import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Streamdown } from 'streamdown';

function Page() {
  const [text, show] = useState('');
  Object.assign(window, { show });
  return (
    <>
      <textarea />
      <Streamdown>{text}</Streamdown>
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Page />);
