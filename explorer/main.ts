import './style-nonce.ts';

// Load everything else after `style-nonce.ts` has run: a bundle evaluates its imports before its first line.
await import('./page.tsx');
