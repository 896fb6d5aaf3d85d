#!/usr/bin/env python3
"""What a question of another node costs the owner of a table: questions.py PORT RATE SECONDS, beside `load GAME 40 100000 200 watched`,
where nobody moves. Hears for ten seconds what the second node asks by the NATS of that port, asks the same so often a second again, and
tells by how much more processor time each node takes then. Questions that change nothing: as many listen as before."""
import os, select, socket, sys, time

port, rate, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
nats = socket.create_connection(("127.0.0.1", port))
unread = b""


def processor():
    """Microseconds of every node of this NATS."""
    taken = {}
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = open(f"/proc/{process}/cmdline").read().split("\0")
            if "serve" in words and any(word.endswith(f":{port}") for word in words):
                tasks = os.listdir(f"/proc/{process}/task")
                times = (open(f"/proc/{process}/task/{task}/schedstat").read().split()[0] for task in tasks)
                taken[process] = sum(map(int, times)) / 1e3
        except OSError:
            pass
    return taken


def heard(until):
    """Messages that come until then, with their subjects."""
    global unread
    while (left := until - time.time()) > 0 and select.select([nats], [], [], left)[0]:
        unread += nats.recv(1 << 20)
        while (end := unread.find(b"\r\n")) >= 0:
            words, size = unread[:end].split(), 0
            if words and words[0] == b"MSG":
                size = int(words[-1]) + 2
                if len(unread) < end + 2 + size:
                    break
                yield words[1], unread[end + 2 : end + size]
            elif words == [b"PING"]:
                nats.sendall(b"PONG\r\n")
            unread = unread[end + 2 + size :]


def ask(questions, rate):
    """Asks so often a second; gives how many were asked and answered, and what each node took."""
    before, begun, asked, answered = processor(), time.time(), 0, 0
    while (passed := time.time() - begun) < seconds:
        while asked < int(passed * rate):
            subject, said = questions[asked % len(questions)]
            nats.sendall(b"PUB %s answers %d\r\n%s\r\n" % (subject, len(said), said))
            asked += 1
        answered += sum(1 for _ in heard(time.time() + 0.005))
    answered += sum(1 for _ in heard(time.time() + 0.5))
    return asked, answered, {node: taken - before[node] for node, taken in processor().items()}


nats.sendall(b'CONNECT {"verbose":false}\r\nSUB gruntle.node.*.*.ask 1\r\n')
questions = list({one for one in heard(time.time() + 10) if b"Here" in one[1]})
nats.sendall(b"UNSUB 1\r\nSUB answers 2\r\n")
for _ in range(3):
    _, _, usual = ask(questions, 0)
    asked, answered, more = ask(questions, rate)
    cost = {node: round((more[node] - usual[node]) / asked, 1) for node in more}
    print(f"{asked} questions about {len(questions)} tables, {answered} answers; microseconds a question of each node: {cost}", flush=True)
