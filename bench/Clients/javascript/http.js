// The module http, with an agent that keeps connections.

import { Agent, get } from 'node:http';
import { problemOf, readArguments, serve } from './line-protocol.js';

const { url, connections } = readArguments();
const agent = new Agent({ keepAlive: true, maxSockets: connections });

const requester = {
  get(done) {
    const request = get(url, { agent }, response => {
      let body = '';
      response.setEncoding('latin1');
      response.on('data', chunk => (body += chunk));
      response.on('end', () => done(problemOf(response.statusCode, body)));
      response.on('error', error => done(error.message));
    });
    request.on('error', error => done(error.message));
  },
};

await serve(Array(connections).fill(requester));
