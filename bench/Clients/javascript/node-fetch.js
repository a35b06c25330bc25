// node-fetch, with an agent that keeps connections.

import { Agent } from 'node:http';
import fetch from 'node-fetch';
import { problemOf, readArguments, serve } from './line-protocol.js';

const { url, connections } = readArguments();
const agent = new Agent({ keepAlive: true, maxSockets: connections });

async function request() {
  try {
    const response = await fetch(url, { agent });
    return problemOf(response.status, await response.text());
  } catch (error) {
    return error.message;
  }
}

const requester = {
  get: done => request().then(done),
};

await serve(Array(connections).fill(requester));
