"""Tests an app from Python, with the sim-host command and HTTP."""
import json
import os
import shlex
import signal
import subprocess
import unittest
from pathlib import Path
from urllib.request import Request, urlopen

SIM_HOST = shlex.split(os.environ.get("SIM_HOST", "npx sim-host"))
SCENE = Path(__file__).with_name("scene.yaml")


class LampTest(unittest.TestCase):
    def setUp(self):
        options = ["--scene", str(SCENE), "--port", "0", "--clock", "manual"]
        options += ["--control", "--log-level", "none", "--json"]
        self.host = subprocess.Popen([*SIM_HOST, *options], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.host.stdout.close)
        self.addCleanup(self.host.wait)
        started = json.loads(self.host.stdout.readline())
        self.addCleanup(os.kill, started["pid"], signal.SIGTERM)
        self.url, self.control_url = started["url"], started["control"]

    def control(self, command, **body):
        request = Request(f"{self.control_url}/control/{command}", json.dumps(body).encode())
        return json.load(urlopen(request))

    def level(self):
        return json.load(urlopen(f"{self.url}/exposed/object/lamp/level"))["value"]

    def test_the_lamp_is_dimmed_after_two_seconds(self):
        self.assertEqual(self.level(), 1)
        self.control("clock.step", seconds=2)
        self.assertEqual(self.level(), 0.5)
        self.control("host.reset")
        self.assertEqual(self.level(), 1)


if __name__ == "__main__":
    unittest.main()
