import { connectToStorefront } from './platform.js';

const origin = document.querySelector('meta[name="page-origin"]')?.getAttribute('content') ?? '';
connectToStorefront({ origin }).fit();
