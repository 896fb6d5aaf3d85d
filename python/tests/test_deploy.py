"""The files of deploy can be read, fit together, and ask for nothing that the program does not know."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

yaml = pytest.importorskip("yaml")

DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"
SITES = ["compose.yaml", "compose-cluster.yaml"]


def read(name):
    return yaml.safe_load((DEPLOY / name).read_text())


@pytest.mark.parametrize("name", SITES)
def test_what_containers_are_given_is_there(name):
    site = read(name)
    for service, asked in site["services"].items():
        assert ("image" in asked) != ("build" in asked), service
        assert set(asked.get("secrets", [])) <= set(site["secrets"]), service
        assert set(asked["networks"]) <= set(site["networks"]), service
        assert set(asked.get("depends_on", [])) <= set(site["services"]), service
        for volume in asked.get("volumes", []):
            there = volume.split(":")[0]
            if there.startswith("./secrets/"):
                continue
            assert (DEPLOY / there).exists() if there.startswith(".") else there in site["volumes"], volume
        if "build" in asked:
            assert (DEPLOY.parent / asked["build"]["dockerfile"]).is_file()


@pytest.mark.parametrize("name", SITES)
def test_nothing_secret_stands_in_them(name):
    for secret in read(name)["secrets"].values():
        assert secret["file"].startswith("./secrets/")


@pytest.mark.parametrize("name", SITES)
def test_everything_secret_is_made(name, tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl")
    subprocess.run([DEPLOY / "make-secrets", tmp_path], check=True, capture_output=True)
    site = read(name)
    wanted = [secret["file"] for secret in site["secrets"].values()]
    volumes = [volume.split(":")[0] for asked in site["services"].values() for volume in asked.get("volumes", [])]
    wanted += [volume for volume in volumes if volume.startswith("./secrets/")]
    assert {pathlib.Path(file).name for file in wanted} <= {file.name for file in tmp_path.iterdir()}


@pytest.mark.parametrize("name", SITES)
def test_nobody_listens_between_containers(name):
    text = (DEPLOY / name).read_text()
    assert "sslmode" not in text and "nats://" not in text and "--cluster-open" not in text
    assert "hostssl" in (DEPLOY / "pg_hba.conf").read_text()


@pytest.mark.parametrize("name", SITES)
def test_the_program_knows_its_options(name):
    program = os.environ.get("GRUNTLE")
    if program is None:
        pytest.skip("GRUNTLE does not name the program")
    told = {}
    for service, asked in read(name)["services"].items():
        if "build" not in asked:
            continue
        command, *options = asked["command"]
        if command not in told:
            told[command] = subprocess.run([program, command, "--help"], check=True, capture_output=True, text=True).stdout
        known = set(re.findall(r"--[a-z][a-z-]*", told[command]))
        assert {option.split("=")[0] for option in options} <= known, service


def test_alerts_say_what_is_wrong():
    rules = [rule for group in read("alerts.yaml")["groups"] for rule in group["rules"]]
    names = [rule["alert"] for rule in rules]
    assert len(names) > 5 and len(set(names)) == len(names)
    for rule in rules:
        assert rule["expr"].count("(") == rule["expr"].count(")"), rule
        assert rule["labels"]["severity"] in ("page", "ticket") and rule["annotations"]["summary"], rule


def test_every_panel_of_the_dashboard_asks_for_something():
    dashboard = json.loads((DEPLOY / "dashboard.json").read_text())
    panels = [panel for panel in dashboard["panels"] if panel["type"] != "row"]
    assert len({panel["id"] for panel in panels}) == len(panels) > 5
    for panel in panels:
        assert panel["targets"] and all(target["expr"] for target in panel["targets"]), panel["title"]
