import './style-nonce.ts';

// Everything else is loaded after `style-nonce.ts` ran: imports of a bundle are evaluated before its first line.
await import('./page.tsx');
