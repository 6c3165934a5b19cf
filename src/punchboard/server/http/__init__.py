"""The HTTP side of the preview: socket, connections with limits, allowed requests, addresses and their responses.

Open `app.py` first: it lists the addresses. The only package that imports Starlette and Uvicorn.
"""
